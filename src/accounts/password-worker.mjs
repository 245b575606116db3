// Runs in worker threads: bcrypt costs a quarter of a second of CPU, which must not stop the event loop.
import bcrypt from 'bcryptjs'

export default ({ password, hash, cost }) =>
  hash === undefined ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
