throw new Error('oh')
