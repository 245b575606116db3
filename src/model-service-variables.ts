import type { Variable } from './config-rows.js'

const documented = (name: string, byDefault: string, meaning: string): Variable => ({
  name,
  default: byDefault,
  meaning,
})
const hidden = (name: string, byDefault: string, meaning: string): Variable => ({
  ...documented(name, byDefault, meaning),
  secret: true,
})

/** Of `parallax model-service`. */
export const modelServiceVariables: Variable[] = [
  documented('MODEL_SERVICE_HOST', '127.0.0.1', 'address it listens on; it asks nobody who they are'),
  documented('MODEL_SERVICE_PORT', '8000', 'port it listens on; 0 picks a free one'),
  documented(
    'MODEL_SERVICE_VIDEO_ROOT',
    'STORAGE_PATH, else /videos',
    'folder of the videos; nothing outside it is read',
  ),
  documented(
    'THUMBNAIL_OUTPUT_ROOT',
    '/tmp/thumbnails',
    'where it leaves the pictures that it makes; the API must see the same path',
  ),
  documented('MODEL_CONFIG_PATH', 'the file that comes with it', 'YAML of tasks, models and inference settings'),
  hidden('MODEL_SERVICE_ADMIN_TOKEN', 'unset', 'opens POST /api/admin/reconfigure, which is shut without it'),
  documented('MODEL_SERVICE_FFMPEG_TIMEOUT_MS', '280000', 'longest run of one ffmpeg process'),
  documented(
    'MODEL_SERVICE_MAX_PIXELS',
    '40000000',
    'pixels of the largest picture of a video that is decoded; 8K has 33 million',
  ),
  documented('LOG_LEVEL', 'info', 'as above'),
  hidden('ANTHROPIC_API_KEY', 'unset', 'used where a request brings no key of this provider'),
  hidden('OPENAI_API_KEY', 'unset', 'used where a request brings no key of this provider'),
  hidden('GOOGLE_API_KEY', 'unset', 'used where a request brings no key of this provider'),
  documented('ANTHROPIC_BASE_URL', 'https://api.anthropic.com', 'where the provider is called'),
  documented(
    'OPENAI_BASE_URL',
    'https://api.openai.com/v1',
    'where the provider, or a server that speaks its interface, is called',
  ),
  documented('GOOGLE_BASE_URL', 'https://generativelanguage.googleapis.com', 'where the provider is called'),
  documented(
    'DEVICE',
    'cpu',
    '`cpu` or `gpu`. The baseline needs no GPU: `gpu` says that the graphics memory of the model configuration is there, and status and validation count with it',
  ),
  documented(
    'PRELOAD_MODELS',
    'false',
    'true loads the selected model of every task at the start instead of at its first use, as `warmup_on_startup` does',
  ),
  documented(
    'MODEL_BUILD_MODE',
    '`minimal` with cpu, `full` with gpu',
    '`minimal` or `full`. The baseline has no parts to leave out: both are the same service',
  ),
  hidden(
    'MODEL_HUB_TOKEN',
    'unset',
    'for model services that download gated models; the baseline downloads none, speakers are told apart by a provider',
  ),
]
