import { isErrno } from '@parallax/shared/errno.js'

export const notInstalled =
  'The baseline model service is not installed here: set MODEL_SERVICE_URL to another one, or install it with `npm ci`'

/** Loads the baseline model service, a separate package; null if the server is installed without it. */
export async function baseline() {
  try {
    const [{ readModelServiceConfig }, { modelServiceVariables }, { programPath }] = await Promise.all([
      import('@parallax/model-service/config.js'),
      import('@parallax/model-service/config-variables.js'),
      import('@parallax/model-service/media/binaries.js'),
    ])
    const run = async () => (await import('@parallax/model-service/command.js')).modelService()
    return { readConfig: readModelServiceConfig, variables: modelServiceVariables, programPath, run }
  } catch (error) {
    const isAway = isErrno(error, 'ERR_MODULE_NOT_FOUND') && error.message.includes("'@parallax/model-service'")
    if (isAway) return null
    throw error
  }
}
