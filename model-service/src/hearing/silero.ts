// The forward pass of the voice activity detector Silero VAD 5 at 16 kHz (MIT), whose weights a package ships as ONNX:
// a short-time Fourier transform as a convolution, four convolutions with ReLU, an LSTM and one output. It is small
// enough (0.7 million multiplications for 32 ms of sound) to do without an ONNX runtime of 140 MB.

/** Samples per probability: 32 ms. */
export const step = 512
/** Preceding samples that each step also uses. */
const context = 64
const sizes = { window: 256, hop: 128, bins: 129, hidden: 128 }

/** The state that is kept from one step to the next. */
export interface HeardState {
  hidden: Float32Array
  cell: Float32Array
  context: Float32Array
}

/** Returns the state at the start of a sound. */
export const silence = (): HeardState => ({
  hidden: new Float32Array(sizes.hidden),
  cell: new Float32Array(sizes.hidden),
  context: new Float32Array(context),
})

type Tensors = ReadonlyMap<string, Float32Array>

interface Layer {
  weight: Float32Array
  bias: Float32Array
  inputs: number
  outputs: number
  stride: number
}

export class Silero {
  private readonly basis: Float32Array
  private readonly encoder: Layer[]
  private readonly memory: { input: Float32Array; hidden: Float32Array; bias: Float32Array }
  private readonly output: { weight: Float32Array; bias: number }

  /** Throws if a weight is missing or has another length, as in the weights of another model. */
  constructor(tensors: Tensors) {
    const get = (name: string, length: number) => {
      const tensor = tensors.get(`model.${name}`)
      if (tensor?.length !== length) throw new Error(`The weights have no ${name} of ${length} numbers`)
      return tensor
    }
    const { window, bins, hidden } = sizes
    this.basis = get('stft.forward_basis_buffer', 2 * bins * window)
    this.encoder = [
      { inputs: bins, outputs: 128, stride: 1 },
      { inputs: 128, outputs: 64, stride: 2 },
      { inputs: 64, outputs: 64, stride: 2 },
      { inputs: 64, outputs: 128, stride: 1 },
    ].map((layer, number) => ({
      ...layer,
      weight: get(`encoder.${number}.reparam_conv.weight`, layer.outputs * layer.inputs * 3),
      bias: get(`encoder.${number}.reparam_conv.bias`, layer.outputs),
    }))
    const [one, other] = [get('decoder.rnn.bias_ih', 4 * hidden), get('decoder.rnn.bias_hh', 4 * hidden)]
    this.memory = {
      input: get('decoder.rnn.weight_ih', 4 * hidden * hidden),
      hidden: get('decoder.rnn.weight_hh', 4 * hidden * hidden),
      bias: one.map((value, at) => value + other[at]!),
    }
    this.output = { weight: get('decoder.decoder.2.weight', hidden), bias: get('decoder.decoder.2.bias', 1)[0]! }
  }

  /** Returns the probability, 0 to 1, that 512 samples (-1 to 1) contain speech; updates the state. */
  hear(samples: Float32Array, state: HeardState): number {
    const sound = padded(state.context, samples)
    state.context.set(samples.subarray(step - context))
    let [frames, length] = this.spectrum(sound)
    for (const layer of this.encoder) [frames, length] = convolve(layer, frames, length)
    this.remember(frames, state)
    let sum = this.output.bias
    for (let i = 0; i < sizes.hidden; i++) sum += Math.max(0, state.hidden[i]!) * this.output.weight[i]!
    return sigmoid(sum)
  }

  /** Returns the magnitudes of the Fourier transform, [bin][frame], and the number of frames. */
  private spectrum(sound: Float32Array): [Float32Array, number] {
    const { window, hop, bins } = sizes
    const length = Math.floor((sound.length - window) / hop) + 1
    const magnitudes = new Float32Array(bins * length)
    for (let bin = 0; bin < bins; bin++) {
      const [cosine, sine] = [bin * window, (bin + bins) * window]
      for (let frame = 0; frame < length; frame++) {
        let [real, imaginary] = [0, 0]
        for (let i = 0, at = frame * hop; i < window; i++, at++) {
          real += this.basis[cosine + i]! * sound[at]!
          imaginary += this.basis[sine + i]! * sound[at]!
        }
        magnitudes[bin * length + frame] = Math.sqrt(real * real + imaginary * imaginary)
      }
    }
    return [magnitudes, length]
  }

  /** Runs one step of the LSTM; gates are in the order input, forget, new, output. */
  private remember(input: Float32Array, state: HeardState): void {
    const { hidden } = sizes
    const gates = new Float32Array(4 * hidden)
    for (let row = 0; row < 4 * hidden; row++) {
      let sum = this.memory.bias[row]!
      for (let i = 0, at = row * hidden; i < hidden; i++, at++)
        sum += this.memory.input[at]! * input[i]! + this.memory.hidden[at]! * state.hidden[i]!
      gates[row] = sum
    }
    for (let i = 0; i < hidden; i++) {
      const kept = sigmoid(gates[hidden + i]!) * state.cell[i]!
      state.cell[i] = kept + sigmoid(gates[i]!) * Math.tanh(gates[2 * hidden + i]!)
      state.hidden[i] = sigmoid(gates[3 * hidden + i]!) * Math.tanh(state.cell[i]!)
    }
  }
}

/** Returns context and samples, followed by as many samples as the context has, mirrored at the end. */
function padded(before: Float32Array, samples: Float32Array): Float32Array {
  const sound = new Float32Array(context + step + context)
  sound.set(before)
  sound.set(samples, context)
  const last = context + step - 1
  for (let i = 1; i <= context; i++) sound[last + i] = sound[last - i]!
  return sound
}

/** Returns a convolution with a kernel of three and zero padding, then ReLU. Rows of input and output are channels. */
function convolve(layer: Layer, input: Float32Array, length: number): [Float32Array, number] {
  const { weight, bias, inputs, outputs, stride } = layer
  const outLength = Math.floor((length - 1) / stride) + 1
  const output = new Float32Array(outputs * outLength)
  for (let out = 0; out < outputs; out++) {
    for (let frame = 0; frame < outLength; frame++) {
      let sum = bias[out]!
      for (let channel = 0; channel < inputs; channel++) {
        for (let tap = 0; tap < 3; tap++) {
          const at = frame * stride + tap - 1
          if (at >= 0 && at < length) sum += weight[(out * inputs + channel) * 3 + tap]! * input[channel * length + at]!
        }
      }
      output[out * outLength + frame] = Math.max(0, sum)
    }
  }
  return [output, outLength]
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
