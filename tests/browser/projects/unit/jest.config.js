export default { testEnvironment: "jsdom" };
