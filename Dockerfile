# Builds the image of the server: docker build -t heddle .
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && cd server && npm pack --pack-destination /tmp

FROM node:24-slim
RUN --mount=type=bind,from=build,source=/tmp,target=/tarball \
    npm install -g --no-audit --no-fund /tarball/heddle-*.tgz && npm cache clean --force \
    && install -d -o node -g node -m 0700 /data
ENV HEDDLE_HOST=0.0.0.0 HEDDLE_DATA=/data NODE_ENV=production
USER node
VOLUME /data
EXPOSE 6340 4317
STOPSIGNAL SIGTERM
# The certificate, if there is one, is not for this address: the check asks the server itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "const { HEDDLE_TLS_CERT, HEDDLE_PORT } = process.env; process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0; fetch((HEDDLE_TLS_CERT ? 'https' : 'http') + '://127.0.0.1:' + (HEDDLE_PORT || 6340) + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, so that signals reach the server.
ENTRYPOINT ["heddle"]
CMD ["serve"]
