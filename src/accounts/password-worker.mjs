// Runs in worker threads: bcrypt takes a quarter of a second of CPU, which would block the event loop.
import bcrypt from 'bcryptjs'

export default ({ password, hash, cost }) =>
  hash === undefined ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
