package pagelist

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// selector is a list of alternatives, each a path of steps. All matches can be found in one walk
// over the tree. cascadia takes exponential time for combinators on hostile pages, so it only
// matches single elements here.
type selector [][]step

type step struct {
	element cascadia.Sel
	child   bool // the element is a child of the previous step's, not any descendant
}

// simplePseudoClasses are the pseudo-classes that take constant time; some others visit all
// siblings.
var simplePseudoClasses = map[string]bool{"first-child": true, "last-child": true, "only-child": true, "empty": true}

func compileSelector(text string) (selector, error) {
	r := selectorReader{text: text}
	var s selector
	for {
		path, err := r.path()
		if err != nil {
			return nil, err
		}
		if s = append(s, path); len(s) > maxAlternatives {
			return nil, fmt.Errorf("it has more than %d alternatives", maxAlternatives)
		}
		if r.pos >= len(r.text) {
			return s, nil
		}
		r.pos++ // the comma
	}
}

type selectorReader struct {
	text string
	pos  int
}

// path parses steps up to a comma or the end.
func (r *selectorReader) path() ([]step, error) {
	var path []step
	child := false
	for {
		r.skipSpace()
		element, err := r.compound()
		if err != nil {
			return nil, err
		}
		if path = append(path, step{element: element, child: child}); len(path) > maxSteps {
			return nil, fmt.Errorf("it has more than %d steps", maxSteps)
		}
		r.skipSpace()
		switch {
		case r.pos >= len(r.text) || r.text[r.pos] == ',':
			return path, nil
		case r.text[r.pos] == '>':
			r.pos++
			child = true
		case r.text[r.pos] == '+' || r.text[r.pos] == '~':
			return nil, errors.New("“+” and “~” aren't supported; select the element that contains both")
		case r.text[r.pos] == ')':
			return nil, errors.New("it has a “)” without a “(”")
		default:
			child = false
		}
	}
}

func (r *selectorReader) skipSpace() {
	for r.pos < len(r.text) && ascii.IsSpace(r.text[r.pos]) {
		r.pos++
	}
}

// compound parses the part of a selector about a single element.
func (r *selectorReader) compound() (cascadia.Sel, error) {
	begin := r.pos
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case ascii.IsSpace(c) || strings.IndexByte(">+~,)", c) >= 0:
			return parseCompound(r.text[begin:r.pos])
		case c == '[':
			if err := r.brackets(); err != nil {
				return nil, err
			}
		case c == ':':
			if err := r.pseudoClass(); err != nil {
				return nil, err
			}
		case c == '\\':
			r.pos = min(r.pos+2, len(r.text))
		default:
			r.pos++
		}
	}
	return parseCompound(r.text[begin:])
}

func parseCompound(text string) (cascadia.Sel, error) {
	if text == "" {
		return nil, errors.New("an element is missing, such as the one after “>” or “,”")
	}
	found, err := cascadia.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%q isn't a CSS selector", text)
	}
	return found, nil
}

// brackets skips "[…]", which may contain any characters inside quotation marks.
func (r *selectorReader) brackets() error {
	quote := byte(0)
	for ; r.pos < len(r.text); r.pos++ {
		switch c := r.text[r.pos]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			return errors.New("“#=” isn't supported")
		case c == ']':
			r.pos++
			return nil
		}
	}
	return errors.New("a “]” is missing")
}

// pseudoClass skips ":name" or ":name(…)" if it is supported.
func (r *selectorReader) pseudoClass() error {
	r.pos++
	begin := r.pos
	for r.pos < len(r.text) && (ascii.IsAlphanumeric(r.text[r.pos]) || r.text[r.pos] == '-') {
		r.pos++
	}
	name := strings.ToLower(r.text[begin:r.pos])
	if simplePseudoClasses[name] {
		return nil
	}
	if r.pos >= len(r.text) || r.text[r.pos] != '(' {
		return unknownPseudoClass(name)
	}
	r.pos++
	argument := "number"
	switch name {
	case "not":
		argument = "element"
		r.skipSpace()
		if _, err := r.compound(); err != nil {
			return err
		}
		r.skipSpace()
	case "nth-child", "nth-last-child":
		digits := r.pos
		for r.pos < len(r.text) && ascii.IsDigit(r.text[r.pos]) {
			r.pos++
		}
		if n, err := strconv.Atoi(r.text[digits:r.pos]); err != nil || n < 1 || n > maxNth {
			return fmt.Errorf("“:%s()” needs a number from 1 to %d", name, maxNth)
		}
	default:
		return unknownPseudoClass(name)
	}
	if r.pos >= len(r.text) || r.text[r.pos] != ')' {
		return fmt.Errorf("“:%s()” needs exactly one %s and a “)” after it", name, argument)
	}
	r.pos++
	return nil
}

func unknownPseudoClass(name string) error {
	return fmt.Errorf("“:%s” isn't supported; :first-child, :last-child, :only-child, :empty, :nth-child(2), "+
		":nth-last-child(2) and :not(.ad) are", name)
}
