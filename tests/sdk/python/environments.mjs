import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The two generations of the SDK that are tried, each in a virtual environment of its own. */
export const environments = [
  environment('0.54.0', ['opentelemetry-exporter-otlp-proto-http']),
  environment('0.52.10', []),
]

function environment(version, otherPackages) {
  const folder = fileURLToPath(new URL(`../../../.venv/weave-${version}`, import.meta.url))
  return {
    version,
    folder,
    python: `${folder}/bin/python`,
    packages: [`weave==${version}`, 'pillow', ...otherPackages],
    isPrepared: existsSync(`${folder}/.prepared`),
  }
}
