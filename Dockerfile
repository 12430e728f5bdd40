ARG PYTHON_IMAGE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${PYTHON_IMAGE} AS build
WORKDIR /app
COPY requirements.txt .
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --require-hashes \
        --requirement requirements.txt
# Compile the search here, so that the final image needs no compiler.
COPY service/engine service/engine
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/* \
    && python -m service.engine.search.compiled

FROM ${PYTHON_IMAGE}
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Noughts" \
    org.opencontainers.image.description="A perfect player for tic-tac-toe and its family, as a stateless REST/JSON service" \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.version="${VERSION}"
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    NOUGHTS_HOST=::
# Only an intruder would use pip here.
RUN python -m pip uninstall --yes --root-user-action=ignore pip \
    && rm -r "$(python -c 'import ensurepip; print(*ensurepip.__path__)')"
WORKDIR /app
COPY --from=build /venv /venv
# Whatever the modes in the checkout, everybody can read the files.
COPY --chmod=755 service service
COPY --chmod=755 openapi/openapi*.json openapi/
COPY --chmod=755 deploy/healthcheck.py .
COPY --from=build /app/service/engine/search/compiled service/engine/search/compiled
USER 65534:65534
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "healthcheck.py"]
ENTRYPOINT ["python", "-m", "service"]
CMD ["serve"]
