import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types every document in src against the schema the server commits; nothing is fetched from a running server. */
const config: CodegenConfig = {
  schema: '../../schema.graphql',
  documents: ['src/**/*.tsx', '!src/gql/**'],
  generates: {
    './src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        // Every component shows an error instead of data, so fields that are null only with one have types without null.
        nullability: { errorHandlingClient: true },
        scalars: {
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          DateTime: 'string',
          URL: 'string',
          Upload: 'File',
        },
      },
    },
  },
}

export default config
