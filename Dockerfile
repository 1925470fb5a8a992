# The server in a container: docker build -t tilewright . && docker run -p 8137:8137 -v games:/data tilewright
# hosting/compose.yaml puts Caddy with TLS in front of it.
FROM python:3.13-slim AS build
WORKDIR /build
COPY . .
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN python -m venv /opt/tilewright \
    && /opt/tilewright/bin/pip install --no-cache-dir "$(echo /wheels/*.whl)[web]" \
    && rm -r /wheels
RUN useradd --uid 8137 --create-home player && mkdir /data && chown player:player /data && chmod 700 /data
ENV PATH=/opt/tilewright/bin:$PATH XDG_DATA_HOME=/data XDG_CACHE_HOME=/data/cache XDG_STATE_HOME=/data/state \
    PYTHONUNBUFFERED=1
USER player
VOLUME /data
EXPOSE 8137
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8137/healthz', timeout=4)"
ENTRYPOINT ["tilewright"]
CMD ["serve", "--host", "0.0.0.0", "--log"]
