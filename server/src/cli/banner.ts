import type { AdminKey } from '../service/admin-key.ts'
import type { ServerFacts } from '../service/serve-storage.ts'
import { serviceVersion } from '../version.ts'

/**
 * Printed once the server listens: a banner on a terminal, and one line elsewhere, since that may be a log. Secrets are
 * printed to a terminal only: a sign-in link, and the API key if it was just generated.
 */
export function greeting(facts: ServerFacts, isTerminal: boolean): string[] {
  return isTerminal ? banner(facts) : [summary(facts)]
}

function banner(facts: ServerFacts): string[] {
  const { url, otlpGrpcPort, data, keyFile, adminKey, issueSignInToken } = facts
  const { shown, shell } = keyTexts(adminKey, keyFile, true)
  return [
    '',
    `  Heddle ${serviceVersion}`,
    '',
    `  URL      ${url}`,
    `  Sign in  ${url}/?token=${issueSignInToken()}  (works once, for ten minutes)`,
    ...(otlpGrpcPort === null ? [] : [`  OTLP     gRPC on port ${otlpGrpcPort}`]),
    `  Data     ${data}`,
    `  API key  ${shown}`,
    '',
    '  Environment for the SDKs:',
    '',
    `    export WANDB_BASE_URL=${url}`,
    `    export WF_TRACE_SERVER_URL=${url}`,
    `    export WANDB_API_KEY=${shell}`,
    '    export WANDB_ERROR_REPORTING=false',
    // The Python SDK's cache does not distinguish servers.
    `    export WEAVE_SERVER_CACHE_DIR="$HOME/.cache/heddle-${new URL(url).host.replace(':', '-')}"`,
    '',
  ]
}

function summary({ url, otlpGrpcPort, data, keyFile, adminKey }: ServerFacts): string {
  const otlp = otlpGrpcPort === null ? '' : `, OTLP over gRPC on port ${otlpGrpcPort}`
  const { shown } = keyTexts(adminKey, keyFile, false)
  return `Heddle ${serviceVersion} listens at ${url}${otlp}, data in ${data}, API key ${shown}`
}

function keyTexts(
  adminKey: AdminKey,
  keyFile: string | null,
  isTerminal: boolean,
): { readonly shown: string; readonly shell: string } {
  const inFile = { shown: `kept in ${keyFile}`, shell: `$(cat '${keyFile}')` }
  switch (adminKey.from) {
    case 'now':
      return isTerminal
        ? { shown: `${adminKey.key}  (shown once, kept in ${keyFile})`, shell: adminKey.key }
        : inFile
    case 'before':
      return adminKey.isInFile
        ? inFile
        : {
            shown: `made earlier${keyFile === null ? '' : `, not in ${keyFile}`}; for a new one: npx heddle keys create admin`,
            shell: 'YOUR_API_KEY',
          }
    case 'environment':
      return { shown: 'as set in HEDDLE_API_KEY', shell: '$HEDDLE_API_KEY' }
  }
}
