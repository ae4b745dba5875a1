package tablefile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// looksLikeJSON reports whether text is NDJSON or begins like a JSON object or a list of objects.
func looksLikeJSON(text string) bool {
	if isNDJSON(text) {
		return true
	}
	text = strings.TrimLeft(text, " \t\r\n\ufeff")
	if rest, isList := strings.CutPrefix(text, "["); isList {
		rest = strings.TrimLeft(rest, " \t\r\n")
		return rest == "" || strings.ContainsAny(rest[:1], "{[]\"") || strings.HasPrefix(rest, "null")
	}
	rest, isObject := strings.CutPrefix(text, "{")
	rest = strings.TrimLeft(rest, " \t\r\n")
	return isObject && (rest == "" || strings.ContainsAny(rest[:1], `"}`))
}

// readJSON reads a list of objects, an object that contains one, or an object per line.
func readJSON(ctx context.Context, text string) (*Table, error) {
	if isNDJSON(text) {
		return readLines(ctx, text)
	}
	if depthOf(text) > 1000 { // far above any list; the decoder of Go allows 10,000
		return nil, rejected(TooDeep, "The values of this file are nested too deeply. A list has objects with texts "+
			"and lists of texts.")
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		if list, err = listIn(text, err); err != nil {
			return nil, err
		}
	}
	f := newFlattener(JSON)
	for i, value := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := f.add(i+1, value); err != nil {
			return nil, err
		}
	}
	return f.table, nil
}

// sourceKeys are keys that a source has, and no object around a list: those of a file with one source.
var sourceKeys = map[string]bool{"homepage_url": true, "homepage": true, "endpoints": true, "aliases": true}

// listIn returns the first list of objects of an object, or the object itself if it has none or is a source.
func listIn(text string, cause error) ([]json.RawMessage, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, damagedJSON(cause)
	}
	var first []json.RawMessage
	isSource := false
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, damagedJSON(err)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, damagedJSON(err)
		}
		name, _ := key.(string)
		isSource = isSource || sourceKeys[strings.ToLower(name)]
		var list []json.RawMessage
		if first == nil && json.Unmarshal(value, &list) == nil && len(list) > 0 &&
			bytes.HasPrefix(bytes.TrimSpace(list[0]), []byte("{")) {
			first = list
		}
	}
	if first != nil && !isSource {
		return first, nil
	}
	return []json.RawMessage{json.RawMessage(text)}, nil
}

func damagedJSON(err error) error {
	detail := "it is not complete"
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && !errors.Is(err, io.ErrUnexpectedEOF) {
		detail = fmt.Sprintf("there is an error at byte %d", syntax.Offset)
	}
	return rejected(Damaged, "This JSON cannot be read: %s. Correct it, or save one object per line, so that the "+
		"other objects can be read.", detail)
}

// depthOf returns the maximum nesting of the brackets of a text outside strings.
func depthOf(text string) (deepest int) {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

// sampledLines is the number of first lines by which NDJSON is recognized.
const sampledLines = 50

// isNDJSON reports whether text has an object per line. Some of the lines may be damaged or no objects, also the first
// one: the first line is a complete object and others follow, or most of the others begin and end like an object,
// which the objects of a JSON list do not, because commas separate them.
func isNDJSON(text string) bool {
	var first string
	lines, objects := 0, 0
	for line := range strings.Lines(text) {
		if line = trimLine(strings.TrimRight(line, "\n")); line == "" {
			continue
		}
		if lines++; lines > sampledLines {
			break
		}
		isObject := strings.HasPrefix(line, "{") && strings.HasSuffix(line, "}")
		switch {
		case lines == 1:
			first = line
		case lines == 2 && strings.HasPrefix(first, "{") && json.Valid([]byte(first)):
			return true
		case isObject:
			objects++
		}
	}
	isSingle := lines < 2 || first == "[" || first == "{"
	return !isSingle && 2*objects > min(lines, sampledLines)-1 && !json.Valid([]byte(text))
}

// readLines reads an object per line. A line that cannot be read becomes a row with a fault.
func readLines(ctx context.Context, text string) (*Table, error) {
	f := newFlattener(NDJSON)
	return f.table, scanLines(&window{text: text, isEnd: true}, func(number int, line string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if line = trimLine(line); line == "" {
			return nil
		}
		return f.add(number, json.RawMessage(line))
	})
}

// trimLine returns a line without the white space around it.
func trimLine(line string) string { return strings.Trim(line, " \t\r\ufeff") }

// flattener converts objects to rows. The names of nested values are joined by dots and, in lists, have a
// number from 1: "feeds.1.url".
type flattener struct {
	table   *Table
	columns map[string]int // by key
}

// maxKeys is the maximum number of different names in objects. It is higher than MaxColumns, because
// names without values do not become columns.
const maxKeys = 5 * MaxColumns

// newFlattener returns the flattener of a table. Its first column has the texts of rows that cannot be
// read; it is left out if there are none.
func newFlattener(format Format) *flattener {
	return &flattener{table: &Table{Format: format, Keys: []string{"unreadable"}}, columns: map[string]int{}}
}

func (f *flattener) add(line int, value json.RawMessage) error {
	r, err := f.row(line, value)
	if err != nil {
		return err
	}
	return f.table.add(r)
}

// row returns the row of an object. Its texts become the cells that a spreadsheet has for them, because JSON has no
// formulas.
func (f *flattener) row(line int, value json.RawMessage) (Row, error) {
	r := Row{Line: line}
	values, fault := f.flatten(value)
	if fault != "" {
		r.Cells, r.Fault = []string{beginning(string(value))}, fault
		return r, nil
	}
	for _, v := range values {
		i, err := f.column(v.key)
		if err != nil {
			return r, err
		}
		if i >= len(r.Cells) {
			r.Cells = append(r.Cells, make([]string, i+1-len(r.Cells))...)
		}
		r.Cells[i] = listfile.Neutralize(v.text)
	}
	return r, nil
}

// column returns the index of the column of a key.
func (f *flattener) column(key string) (int, error) {
	i, ok := f.columns[key]
	if !ok {
		if i = len(f.table.Keys); i > maxKeys {
			return 0, rejected(TooWide, "The objects of this file have more than %d different names. Remove those that "+
				"you don't need.", maxKeys)
		}
		f.columns[key] = i
		f.table.Keys = append(f.table.Keys, key)
	}
	return i, nil
}

// keyed is a value of an object with its name.
type keyed struct{ key, text string }

// flatten returns the values of an object in their order, or the fault.
func (f *flattener) flatten(value json.RawMessage) (values []keyed, fault string) {
	if depthOf(string(value)) > maxDepth {
		return nil, fmt.Sprintf("Its values are nested deeper than %d levels.", maxDepth)
	}
	if fault := faultOf(value); fault != "" {
		return nil, fault
	}
	object, ok := membersOf(value)
	if !ok {
		return nil, "It is not a JSON object."
	}
	for _, m := range object {
		values = append(values, flattenMember(m)...)
	}
	return values, ""
}

// faultOf returns why a value cannot be read, or "".
func faultOf(value json.RawMessage) string {
	var parsed json.RawMessage
	syntax, isFault := errors.AsType[*json.SyntaxError](json.Unmarshal(value, &parsed))
	switch {
	case !isFault:
		return ""
	case !bytes.HasPrefix(bytes.TrimSpace(value), []byte("{")):
		return "It is not a JSON object."
	case syntax.Offset == int64(len(value)) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return "It is not complete JSON. The file may have been cut off here."
	}
	return fmt.Sprintf("It is not valid JSON: there is an error at byte %d.", syntax.Offset)
}

// member is a member of an object.
type member struct {
	name  string
	value json.RawMessage
}

// membersOf returns the members of an object in their order, and reports whether value is one.
func membersOf(value json.RawMessage) (members []member, ok bool) {
	decoder := json.NewDecoder(bytes.NewReader(value))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, false
	}
	for decoder.More() {
		name, err := decoder.Token()
		var m member
		if err != nil || decoder.Decode(&m.value) != nil {
			return nil, false
		}
		m.name, _ = name.(string)
		members = append(members, m)
	}
	return members, true
}

// flattenMember returns the values of a member: a text, those of an object, those of each object of a
// list, or the texts of a list as one value. Deeper values stay JSON, and so do aliases, which are one column.
func flattenMember(m member) (values []keyed) {
	if object, ok := membersOf(m.value); ok {
		for _, inner := range object {
			values = append(values, keyed{m.name + "." + inner.name, textOf(inner.value)})
		}
		return values
	}
	var list []json.RawMessage
	isAliases := m.name == "aliases" && strings.Contains(string(m.value), "{")
	if isAliases || json.Unmarshal(m.value, &list) != nil || list == nil {
		return []keyed{{m.name, textOf(m.value)}}
	}
	var texts []string
	for n, value := range list {
		object, ok := membersOf(value)
		if !ok {
			texts = append(texts, textOf(value))
		}
		for _, inner := range object {
			values = append(values, keyed{fmt.Sprintf("%s.%d.%s", m.name, n+1, inner.name), textOf(inner.value)})
		}
	}
	if len(texts) > 0 {
		values = append(values, keyed{m.name, listfile.JoinList(texts)})
	}
	return values
}

// textOf returns a value as the text of a cell. Lists and objects stay JSON, null is empty.
func textOf(value json.RawMessage) string {
	var text string
	switch value = bytes.TrimSpace(value); {
	case string(value) == "null" || string(value) == "{}" || string(value) == "[]":
		return ""
	case json.Unmarshal(value, &text) == nil:
		return text
	}
	return string(value)
}
