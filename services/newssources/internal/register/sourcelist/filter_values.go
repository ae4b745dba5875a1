package sourcelist

import "strconv"

// value returns the value of an optional filter as text.
func value[T any](p *T, format func(T) string) []string {
	if p == nil {
		return nil
	}
	return []string{format(*p)}
}

// day returns the function that returns the values of a filter by a day.
func day(of func(*Query) string) func(*Query) []string {
	return func(q *Query) []string {
		if of(q) == "" {
			return nil
		}
		return []string{of(q)}
	}
}

func silentDays(q *Query) []string {
	if q.SilentDays == 0 {
		return nil
	}
	return []string{strconv.Itoa(q.SilentDays)}
}

func texts[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}
