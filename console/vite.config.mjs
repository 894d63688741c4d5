import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { FILES, firstView } from './build/first.mjs'
import { messages } from './build/messages.mjs'
import { precompress } from './build/precompress.mjs'

export default defineConfig({
  plugins: [react(), messages(), firstView(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2024',
    // No data: URIs, which the page's policy forbids.
    assetsInlineLimit: 0,
    manifest: true,
    // The bundle passes on what others wrote, and so do the terms of their licences.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: { output: FILES },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
})
