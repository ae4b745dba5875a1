package listfile

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Column is a column of a table, which is a property of a record.
type Column struct {
	Key    string // such as homepage_url or feed_2_kind
	Header string // the text of the first row, such as Homepage or Feed 2 kind
	// IsOutOnly marks a value that the register sets. The importer ignores it.
	IsOutOnly bool
	// Get returns the value as the text of a cell, and an empty text for no value.
	Get func(*Record) string
	// Put sets the value from the text of a cell. An empty text clears it. The error is for people.
	// Only the form of the value is checked; package source validates it.
	Put func(*Record, string) error
	// copy copies the value of a record to another one.
	copy     func(to, from *Record)
	isNumber bool // in a spreadsheet
}

// codec converts values to the texts of cells and back.
type codec[T any] struct {
	write func(T) string
	read  func(string) (T, error)
}

// text is the codec of texts and enumerations.
func text[T ~string]() codec[T] {
	return codec[T]{
		func(value T) string { return string(value) },
		func(cell string) (T, error) { return T(cell), nil },
	}
}

// optional is the codec of a value that may be absent, which is an empty cell.
func optional[T any](write func(T) string, read func(string) (T, error)) codec[*T] {
	return codec[*T]{
		func(value *T) string {
			if value == nil {
				return ""
			}
			return write(*value)
		},
		func(cell string) (*T, error) {
			if cell == "" {
				return nil, nil
			}
			value, err := read(cell)
			return &value, err
		},
	}
}

var (
	list = codec[[]string]{JoinList, func(cell string) ([]string, error) { return SplitList(cell), nil }}

	number = optional(strconv.Itoa, func(cell string) (int, error) {
		value, err := strconv.Atoi(cell)
		if err != nil {
			return 0, fmt.Errorf("“%s” is not a whole number", cell)
		}
		return value, nil
	})

	instant = optional(func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) },
		func(cell string) (time.Time, error) {
			for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
				if t, err := time.Parse(layout, cell); err == nil {
					return t.UTC(), nil
				}
			}
			return time.Time{}, fmt.Errorf("“%s” is not a time. Write it as 2026-11-26 or 2026-11-26T18:00:00Z", cell)
		})
)

// object is the codec of a value with several properties, which are written as JSON.
func object[T any](name string) codec[*T] {
	return optional(func(value T) string {
		data, _ := json.Marshal(value) // has only texts and numbers
		return string(data)
	}, func(cell string) (value T, err error) {
		decoder := json.NewDecoder(strings.NewReader(cell))
		decoder.DisallowUnknownFields()
		if err = decoder.Decode(&value); err != nil {
			err = fmt.Errorf("the %s is not the JSON that an export has: %w", name, err)
		}
		return value, err
	})
}

// accessors read and write a field of a record or of an endpoint.
type accessors[R any] struct {
	get  func(*R) string
	put  func(*R, string) error
	copy func(to, from *R)
}

// access returns the accessors of the field to which field returns a pointer.
func access[R, T any](field func(*R) *T, as codec[T]) accessors[R] {
	return accessors[R]{
		get: func(r *R) string { return as.write(*field(r)) },
		put: func(r *R, cell string) error {
			value, err := as.read(strings.TrimSpace(cell))
			if err == nil {
				*field(r) = value
			}
			return err
		},
		copy: func(to, from *R) { *field(to) = *field(from) },
	}
}

// column returns the column of a field of a source.
func column[T any](key, header string, field func(*Record) *T, as codec[T]) Column {
	a := access(field, as)
	return Column{Key: key, Header: header, Get: a.get, Put: a.put, copy: a.copy}
}

// outOnly returns the column of a field that the register sets.
func outOnly[T any](key, header string, field func(*Record) *T, as codec[T]) Column {
	c := column(key, header, field, as)
	c.IsOutOnly = true
	return c
}

// numberColumn returns the column of a field with a number.
func numberColumn(key, header string, field func(*Record) **int) Column {
	c := column(key, header, field, number)
	c.isNumber = true
	return c
}

// endpointColumn is a field of an endpoint, which has a column for each endpoint of a row.
type endpointColumn struct {
	name, header string // empty: the address
	accessors[Endpoint]
}

func ofEndpoint[T any](name, header string, field func(*Endpoint) *T, as codec[T]) endpointColumn {
	return endpointColumn{name, header, access(field, as)}
}

// key returns the key of the column for all endpoints, such as feed or feed_kind.
func (c endpointColumn) key() string { return joinWords("_", "feed", c.name) }

// at returns the column of the endpoint with a number, from 1. Put adds endpoints up to the number,
// so a row whose first feed is empty has an endpoint without an address.
func (c endpointColumn) at(number int) Column {
	count := ""
	if number > 1 {
		count = strconv.Itoa(number)
	}
	return Column{
		Key: joinWords("_", "feed", count, c.name), Header: joinWords(" ", "Feed", count, c.header),
		Get: func(r *Record) string {
			if number > len(r.Endpoints) {
				return ""
			}
			return c.get(&r.Endpoints[number-1])
		},
		Put: func(r *Record, cell string) error {
			if number > len(r.Endpoints) && strings.TrimSpace(cell) == "" {
				return nil
			}
			for number > len(r.Endpoints) {
				r.Endpoints = append(r.Endpoints, Endpoint{})
			}
			return c.put(&r.Endpoints[number-1], cell)
		},
	}
}

// joinWords joins the words that are not empty.
func joinWords(separator string, words ...string) string {
	joined := words[0]
	for _, word := range words[1:] {
		if word != "" {
			joined += separator + word
		}
	}
	return joined
}
