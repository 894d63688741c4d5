/** What lean-packages.cjs has a package read in place of a module that nobody uses. */
module.exports = {}
