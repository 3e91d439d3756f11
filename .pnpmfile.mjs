/** The server serves the bundle in Scalar's package, which has its dependencies in it. */
export const hooks = {
  readPackage(manifest) {
    return manifest.name === '@scalar/api-reference' ? { ...manifest, dependencies: {} } : manifest;
  },
};
