# Each line as JSON, if it is any.
"> ", (inputs | ((try fromjson catch "error") | tojson) + "\n> ")
