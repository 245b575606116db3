/**
 * Yields the fields of a Protocol Buffers message: the field number, and the value of a varint or the bytes of any
 * other type.
 */
function* fieldsOf(bytes: Buffer): Generator<[number: number, value: number | Buffer]> {
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = varint()
    const [field, form] = [key >>> 3, key & 7]
    if (form === 0) yield [field, varint()]
    else {
      const length = form === 2 ? varint() : form === 5 ? 4 : 8
      yield [field, bytes.subarray(at, at + length)]
      at += length
    }
  }
}

/** Field numbers in onnx.proto: the graph in the model, and the initialiser, name and raw data below it. */
const fieldOf = { graph: 7, initializer: 5, name: 8, data: 9 } as const

/**
 * Returns the weights of an ONNX file by name, as 32-bit floats: the initialisers of its graph that are stored as raw
 * data.
 */
export function onnxTensors(file: Buffer): Map<string, Float32Array> {
  const tensors = new Map<string, Float32Array>()
  for (const [field, graph] of fieldsOf(file)) {
    if (field !== fieldOf.graph || typeof graph === 'number') continue
    for (const [part, tensor] of fieldsOf(graph)) {
      if (part !== fieldOf.initializer || typeof tensor === 'number') continue
      const fields = new Map(fieldsOf(tensor))
      const [name, data] = [fields.get(fieldOf.name), fields.get(fieldOf.data)]
      if (typeof name !== 'object' || typeof data !== 'object') continue
      // Copied, because a Float32Array must begin at a byte offset that is a multiple of four.
      tensors.set(name.toString(), new Float32Array(Uint8Array.from(data).buffer))
    }
  }
  return tensors
}
