// The Age of a cached response: seconds since a replica generated it (RFC 9111, section 5.1).

function age(request) {
    const generated = Date.parse(request.variables.upstream_http_date);
    return Math.max(0, Math.floor((Date.now() - generated) / 1000)).toString();
}

export default { age };
