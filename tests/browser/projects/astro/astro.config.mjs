export default { base: "/astro/dist" };
