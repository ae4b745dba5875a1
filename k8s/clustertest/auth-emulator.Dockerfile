# For tests only: the emulator accepts forged tokens. The build context is services/devstack/emulator.
FROM node:24-bookworm-slim
WORKDIR /emulator
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY serve.cjs ./
ENV EMULATOR_HOST=0.0.0.0 EMULATOR_PORT=9099 HOME=/tmp
USER 1000
EXPOSE 9099
CMD ["node", "serve.cjs"]
