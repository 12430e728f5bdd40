import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag === "noughts-board";

export default { base: "./", plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
