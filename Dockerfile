# The bot as an image: `docker build -t line-loyalty-bot .`, or by compose.yaml.

# The version of the package `node` in package.json.
FROM node:26.10.0-slim AS build
USER node
WORKDIR /home/node
COPY --chown=node:node package.json package-lock.json .npmrc ./
# No install scripts: they would only bring the Node that the image has already.
RUN npm ci --ignore-scripts
COPY --chown=node:node src ./src
# The studio's page; what only builds and tests need isn't copied.
RUN node src/studio/server/assets/build-page-process.ts && npm prune --omit=dev --ignore-scripts

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The C library would keep memory apart for each of Node's threads.
ENV MALLOC_ARENA_MAX=1
WORKDIR /app
# Only these folders are writable, and only their owner may read them.
RUN install --directory --owner=node --group=node --mode=0700 /data /app/compiled
COPY package.json ./
COPY --from=build /home/node/node_modules ./node_modules
COPY --from=build /home/node/built ./built
COPY src ./src
COPY docs ./docs
USER node
# A start of the demo with the bot's own options, on which it depends: every start reads what Node has compiled for it.
ENV NODE_COMPILE_CACHE=/app/compiled
RUN demo=$(mktemp --directory); \
  HOST=127.0.0.1 DATA_DIR=$demo node --heap-growing-percent=30 --no-allocation-site-pretenuring src/main.ts > $demo/greeting & \
  until grep --quiet --no-messages Studio $demo/greeting; do kill -0 $! && sleep 0.1 || exit 1; done; \
  kill $! && wait $! && rm -r $demo
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does, without npm between the bot and the signals.
CMD ["node", "--heap-growing-percent=30", "--no-allocation-site-pretenuring", "src/main.ts"]
