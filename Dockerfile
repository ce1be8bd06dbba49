# The room in a container: `docker compose up -d`, or see docs/hosting.md.

FROM python:3.13-slim AS build
WORKDIR /build
COPY requirements-container.txt ./
RUN python -m venv --without-pip /venv \
 && pip --python /venv/bin/python install --quiet --disable-pip-version-check --no-cache-dir \
    --no-compile --no-deps --require-hashes --requirement requirements-container.txt
COPY app /srv/cardavia/app
COPY engine /srv/cardavia/engine
COPY templates /srv/cardavia/templates
COPY static /srv/cardavia/static
COPY locales /srv/cardavia/locales
# The root of a running container may be read-only, so everything is compiled here.
RUN printf '%s\n' '#!/venv/bin/python' 'import sys' 'from app.cli import main' \
    'if __name__ == "__main__": sys.exit(main())' \
    > /venv/bin/cardavia \
 && chmod 755 /venv/bin/cardavia \
 && /venv/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /venv/lib /srv/cardavia \
 && install -d -m 755 /empty

FROM python:3.13-slim
COPY --from=build /venv /venv
COPY --from=build /srv/cardavia /srv/cardavia
COPY --from=build --chown=10001:10001 /empty /data
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/srv/cardavia \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    OPENBLAS_NUM_THREADS=1 \
    CARDAVIA_HOST=0.0.0.0 \
    CARDAVIA_DATABASE_URL=sqlite:////data/cardavia.sqlite3
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s --retries=3 \
    CMD ["python", "-m", "app.alive"]
CMD ["cardavia", "serve"]
