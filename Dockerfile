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

# What runs needs neither the compiler nor the binaries of the embedded mode.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional && npm cache clean --force

FROM node:24-bookworm-slim
# Of the contract; docs/configuration.md says what they mean for the baseline model service.
ARG DEVICE=cpu
ARG MODEL_BUILD_MODE=minimal
ARG PRELOAD_MODELS=false
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3001 MODEL_SERVICE_HOST=0.0.0.0 MODEL_SERVICE_PORT=8000 UPLOAD_PATH=/uploads
ENV DEVICE=$DEVICE MODEL_BUILD_MODE=$MODEL_BUILD_MODE PRELOAD_MODELS=$PRELOAD_MODELS
RUN mkdir -p /videos /thumbnails /model-thumbnails /uploads \
  && chown node:node /videos /thumbnails /model-thumbnails /uploads
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY bin bin
USER node
EXPOSE 3001 8000
ENTRYPOINT ["tini", "--", "node", "bin/parallax.mjs"]
CMD ["serve"]
