/** Returns an object with the same keys, and for each the result of `to` for its value. */
export const mapValues = <Key extends string, From, To>(of: Readonly<Record<Key, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(of).map(([key, value]) => [key, to(value)])) as Record<Key, To>
