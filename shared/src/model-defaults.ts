/**
 * Default settings of each kind of model: the model service of this project reports them, and the API returns them for
 * a model service that lacks the route (M-08, M-09).
 */
export const modelDefaults = {
  generation: { max_tokens: 1024, temperature: 0.7, top_p: 0.9, stop_sequences: null },
  llm: {
    quantization: '4bit',
    framework: 'transformers',
    max_tokens: 4096,
    temperature: 0.7,
    top_p: 0.9,
    context_length: 32_768,
  },
  transcription: {
    framework: 'faster_whisper',
    language: null,
    task: 'transcribe',
    device: 'cpu',
    compute_type: 'int8',
    beam_size: 5,
  },
  vad: { threshold: 0.5, min_speech_duration_ms: 250, min_silence_duration_ms: 100, device: 'cpu' },
  diarization: { num_speakers: null, min_speakers: 1, max_speakers: 10, device: 'cpu' },
  detection: { framework: 'pytorch', confidence_threshold: 0.3, device: 'cpu' },
  tracking: { framework: 'pytorch', device: 'cpu' },
  vlm: { quantization: '4bit', framework: 'transformers', device: 'cpu', trust_remote_code: false },
}

/** Names of the frameworks that each kind of model may use (M-09). */
export const frameworks = {
  llm: ['transformers', 'llama_cpp', 'sglang', 'vllm'],
  audio: ['whisper', 'faster_whisper', 'transformers'],
  detection: ['pytorch', 'ultralytics', 'transformers'],
  tracking: ['pytorch', 'ultralytics', 'sam2'],
  vlm_inference: ['sglang', 'vllm', 'transformers'],
  quantization: ['4bit', '8bit', 'awq', 'none'],
}
