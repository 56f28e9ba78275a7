import manifest from '../package.json' with { type: 'json' }

export const serviceVersion: string = manifest.version
