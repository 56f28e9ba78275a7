import { serviceVersion } from '../domain/version.ts'
import type { AdminKey } from './admin-key.ts'

export interface BannerFacts {
  readonly url: string
  /** Null where OTLP over gRPC is off. */
  readonly otlpGrpcPort: number | null
  readonly folder: string
  readonly keyFile: string
  readonly adminKey: AdminKey
  readonly signInToken: string
}

/** What the terminal shows once the service listens. The key itself appears only when it was just made. */
export function banner({ url, otlpGrpcPort, folder, keyFile, adminKey, signInToken }: BannerFacts): string[] {
  const { told, shell } = keyTexts(adminKey, keyFile)
  return [
    '',
    `  Heddle ${serviceVersion}`,
    '',
    `  URL      ${url}`,
    `  Sign in  ${url}/?token=${signInToken}  (works once, for ten minutes)`,
    ...(otlpGrpcPort === null ? [] : [`  OTLP     gRPC on port ${otlpGrpcPort}`]),
    `  Data     ${folder}`,
    `  API key  ${told}`,
    '',
    '  Environment for the SDKs:',
    '',
    `    export WANDB_BASE_URL=${url}`,
    `    export WF_TRACE_SERVER_URL=${url}`,
    `    export WANDB_API_KEY=${shell}`,
    '    export WANDB_ERROR_REPORTING=false',
    // The Python SDK's cache does not tell servers apart.
    `    export WEAVE_SERVER_CACHE_DIR="$HOME/.cache/heddle-${new URL(url).host.replace(':', '-')}"`,
    '',
  ]
}

function keyTexts(adminKey: AdminKey, keyFile: string): { told: string; shell: string } {
  switch (adminKey.from) {
    case 'now':
      return { told: `${adminKey.key}  (shown once, kept in ${keyFile})`, shell: adminKey.key }
    case 'before':
      return { told: `kept in ${keyFile}`, shell: `$(cat '${keyFile}')` }
    case 'environment':
      return { told: 'as set in HEDDLE_API_KEY', shell: '$HEDDLE_API_KEY' }
  }
}
