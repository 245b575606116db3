import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types every document in src against the committed schema. Open JSON has a named type, so that nothing is unknown. */
const config: CodegenConfig = {
  schema: '../../schema.graphql',
  documents: 'src/*.graphql',
  generates: {
    './generated/graphql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        // The programs stop at any error, so fields that are null only with an error have types without null.
        nullability: { errorHandlingClient: true },
        importExtension: '.js',
        emitLegacyCommonJSImports: false,
        strictScalars: true,
        scalars: {
          ID: 'string',
          DateTime: 'string',
          URL: 'string',
          JSON: '../../src/json.js#Json',
          JSONObject: '../../src/json.js#JsonObject',
          Upload: 'File',
        },
      },
    },
  },
}

export default config
