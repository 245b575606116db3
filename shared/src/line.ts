/**
 * A message channel between a process and its parent: messages are JSON, and a message that can no longer be sent is
 * dropped.
 */
export interface Line<Out extends object, In extends object> {
  send(message: Out): void
  onMessage(listener: (message: In) => void): void
}

/** The part of a process object that sends and receives messages: of this process, or of a child process. */
interface Channel {
  send?:
    | ((message: object, handle: undefined, options: undefined, sent: (error: Error | null) => void) => unknown)
    | undefined
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** Opens a channel for the messages of one topic; several topics share the channel of a process. */
export function openLine<Out extends object, In extends object>(channel: Channel, topic: string): Line<Out, In> {
  return {
    // The process at the other end may be gone, and its requests with it.
    send: (message) => void channel.send?.({ topic, message }, undefined, undefined, () => undefined),
    onMessage: (listener) =>
      void channel.on('message', (received) => {
        const envelope = received as { topic?: string; message?: In } | null
        if (envelope?.topic === topic && envelope.message) listener(envelope.message)
      }),
  }
}
