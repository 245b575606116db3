export { texts } from './texts/en.js'
