/** Between a process and the one that started it: messages are JSON, and what cannot be sent any more is dropped. */
export interface Line<Out extends object, In extends object> {
  send(message: Out): void
  onMessage(listener: (message: In) => void): void
}

/** The part of a process, of one's own or one that was started, that messages go through. */
interface Channel {
  send?:
    | ((message: object, handle: undefined, options: undefined, sent: (error: Error | null) => void) => unknown)
    | undefined
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** The messages of one topic: several lines share the channel of a process. */
export function openLine<Out extends object, In extends object>(channel: Channel, topic: string): Line<Out, In> {
  return {
    // Whoever is at the other end may be gone; what was asked then ends with the process.
    send: (message) => void channel.send?.({ topic, message }, undefined, undefined, () => undefined),
    onMessage: (listener) =>
      void channel.on('message', (given) => {
        const said = given as { topic?: string; message?: In } | null
        if (said?.topic === topic && said.message) listener(said.message)
      }),
  }
}
