package registerfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

// describe returns an error of decoding data as a sentence for people.
func describe(err error, data []byte) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		value, _, _ := strings.Cut(wrong.Value, " ") // such as "number 1.5"
		text := fmt.Sprintf("has %s instead of %s", nameOfValue(value), nameOfType(wrong.Type))
		if wrong.Field == "" {
			return errors.New("it " + text)
		}
		return fmt.Errorf("the field “%s” %s", wrong.Field, text)
	}
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case isSyntax && syntax.Error() != "unexpected end of JSON input":
		before := data[:min(max(int(syntax.Offset)-1, 0), len(data))]
		place := fmt.Sprintf("character %d", len(before)-bytes.LastIndexByte(before, '\n'))
		if line := 1 + bytes.Count(before, []byte("\n")); line > 1 {
			place = fmt.Sprintf("line %d, %s", line, place)
		}
		return fmt.Errorf("it is not valid JSON at %s; correct it there", place)
	case isSyntax || errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("its end is missing; use the complete file")
	}
	if date, ok := errors.AsType[*time.ParseError](err); ok {
		return fmt.Errorf("“%s” is not a time; write it like 2026-11-26 or 2026-11-26T12:00:00Z", strings.Trim(date.Value, `"`))
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Errorf("the field “%s” is unknown; correct its name or remove it", strings.Trim(field, `"`))
	}
	return err
}

func nameOfValue(value string) string {
	switch value {
	case "string":
		return "a text"
	case "number":
		return "a number"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	}
	return "an object"
}

func nameOfType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
