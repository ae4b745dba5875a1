package markup

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// Limits of the entities that the internal subset of a document type declares.
const (
	// maxEntities are kept: the sets of HTML's entities that documents declare have about 250.
	maxEntities = 300
	// maxEntityName and maxEntityValue are lengths in bytes. The values that feeds declare are
	// characters and names.
	maxEntityName, maxEntityValue = 40, 200
	// maxExpanded is the length, in bytes, of all texts that replace references in a document.
	maxExpanded = 256 << 10
)

// entities are the texts of simple internal entities, by name. References to entities that are
// declared before are resolved in a declaration, up to maxEntityValue, so that no entity is larger.
type entities struct {
	texts    map[string][]byte
	expanded int // bytes so far
}

// declare reads a declaration after its "<!ENTITY" up to its ">". It reports whether the entity is
// a short text without markup and without references to unknown entities. Parameter entities and
// external entities are not.
func (e *entities) declare(declaration []byte) bool {
	declaration = bytes.TrimSpace(declaration)
	n := entityNameLength(declaration)
	if n == 0 || n > maxEntityName {
		return false
	}
	name, rest := string(declaration[:n]), bytes.TrimSpace(declaration[n:])
	if len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' || rest[len(rest)-1] != rest[0] || len(rest) > maxEntityValue {
		return false
	}
	text, ok := e.resolve(rest[1 : len(rest)-1])
	if !ok || len(e.texts) >= maxEntities {
		return false
	}
	if e.texts == nil {
		e.texts = map[string][]byte{}
	}
	if _, isDeclared := e.texts[name]; !isDeclared { // the first declaration is binding (XML 1.0 §4.2)
		e.texts[name] = text
	}
	return true
}

// resolve resolves the references in the value of an entity. ok is false if the value has markup,
// refers to an entity that is not declared before it, or becomes too long.
func (e *entities) resolve(value []byte) (text []byte, ok bool) {
	for len(value) > 0 && len(text) <= maxEntityValue {
		if value[0] != '&' {
			text, value = append(text, value[0]), value[1:]
			continue
		}
		known, size := e.find(value)
		if size > 0 {
			text, value = append(text, known...), value[size:]
			continue
		}
		var kind ReferenceKind
		if text, size, kind = AppendReference(text, value); kind != XMLReference && kind != HTMLReference {
			return nil, false
		}
		value = value[size:]
	}
	return text, len(text) <= maxEntityValue && bytes.IndexByte(text, '<') < 0 && bytes.IndexByte(text, '&') < 0
}

// reference returns the text and the length of the reference at the beginning of raw, or 0 if it is
// not one to a declared entity.
func (e *entities) reference(raw []byte) (text []byte, size int) {
	text, size = e.find(raw)
	if e.expanded+len(text) > maxExpanded {
		return nil, 0
	}
	e.expanded += len(text)
	return text, size
}

// find is reference without a limit.
func (e *entities) find(raw []byte) (text []byte, size int) {
	if len(e.texts) == 0 || len(raw) < 3 {
		return nil, 0
	}
	n := entityNameLength(raw[1:])
	if n == 0 || n > maxEntityName || n+1 >= len(raw) || raw[n+1] != ';' {
		return nil, 0
	}
	text, ok := e.texts[string(raw[1:n+1])]
	if !ok {
		return nil, 0
	}
	return text, n + 2
}

func entityNameLength(b []byte) int {
	for i, c := range b {
		isName := ascii.IsAlphanumeric(c) || c >= 0x80 || i > 0 && (c == '-' || c == '_' || c == '.') || c == '_'
		if !isName {
			return i
		}
	}
	return len(b)
}
