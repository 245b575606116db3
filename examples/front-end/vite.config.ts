import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// One origin for the browser: pages from Vite, /graphql and /api from the server, so that its session cookie just works.
const target = process.env.PARALLAX_URL ?? 'http://127.0.0.1:3001'
const proxy = { '/graphql': target, '/api': target }

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } })
