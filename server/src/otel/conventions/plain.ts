import type { Convention } from './convention.ts'

/** The words one would choose without a convention. */
export const plain: Convention = {
  inputs: ['input', 'inputs'],
  output: ['output', 'outputs'],
}
