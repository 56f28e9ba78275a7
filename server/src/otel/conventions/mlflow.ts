import type { Convention } from './convention.ts'

export const mlflow: Convention = {
  inputs: ['mlflow.spanInputs'],
  output: ['mlflow.spanOutputs'],
}
