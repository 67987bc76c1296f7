/** Preloaded into a server, this resets its per-caller stream counters to zero. */
const { set } = Map.prototype
const keyId = /^key_[0-9a-z]{26}$/

Object.assign(Map.prototype, {
  set(key, value) {
    const isCount = typeof value === 'number' && typeof key === 'string' && keyId.test(key)
    return set.call(this, key, isCount ? 0 : value)
  },
})
