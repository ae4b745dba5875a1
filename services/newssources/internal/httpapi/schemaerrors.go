package httpapi

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// problemOf turns what the validator found into one problem: 400 for parameters, 422 with pointers for a body.
func problemOf(err error) error {
	if err == nil {
		return nil
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge
	}
	var body problem.Fields
	var query []problem.Field
	walk(err, func(request *openapi3filter.RequestError, schema *openapi3.SchemaError) {
		detail := sentence(request, schema)
		switch {
		case request != nil && request.Parameter != nil:
			query = append(query, problem.Field{Pointer: request.Parameter.Name, Detail: detail})
		case schema != nil:
			body.Add(pointerOf(schema), schema.SchemaField, "%s", detail)
		default:
			body.Add("", "", "%s", detail)
		}
	})
	if len(query) > 0 {
		return parameters(query)
	}
	return body.Err()
}

// walk visits the innermost errors of the validator, each with the part of the request it is about.
func walk(err error, visit func(*openapi3filter.RequestError, *openapi3.SchemaError)) {
	var descend func(error, *openapi3filter.RequestError)
	descend = func(err error, request *openapi3filter.RequestError) {
		switch e := err.(type) {
		case openapi3.MultiError:
			for _, inner := range e {
				descend(inner, request)
			}
		case *openapi3filter.RequestError:
			if e.Err == nil {
				visit(e, nil)
				return
			}
			descend(e.Err, e)
		case *openapi3.SchemaError:
			if inner, ok := e.Origin.(*openapi3.SchemaError); ok {
				descend(inner, request)
				return
			}
			if alternatives, ok := errors.AsType[openapi3.MultiError](e.Origin); ok && e.SchemaField == "oneOf" {
				descend(withoutNull(alternatives), request)
				return
			}
			visit(request, e)
		default:
			visit(request, nil)
		}
	}
	descend(err, nil)
}

// withoutNull leaves out what only says that a value isn't null: whoever sends one knows that.
func withoutNull(alternatives openapi3.MultiError) openapi3.MultiError {
	return slices.DeleteFunc(slices.Clone(alternatives), func(err error) bool {
		e, ok := err.(*openapi3.SchemaError)
		return ok && e.Schema.Type.Is(openapi3.TypeNull)
	})
}

// unknownField finds the name in the validator's text, which is the only place where it says it.
var unknownField = regexp.MustCompile(`^property "(.*)" is unsupported$`)

// pathOf is where in the body an error is.
func pathOf(e *openapi3.SchemaError) []string {
	path := e.JSONPointer()
	if name := unknownField.FindStringSubmatch(e.Reason); name != nil && (len(path) == 0 || path[len(path)-1] != name[1]) {
		path = append(path, name[1])
	}
	return path
}

func pointerOf(e *openapi3.SchemaError) string {
	var pointer strings.Builder
	for _, part := range pathOf(e) {
		pointer.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return pointer.String()
}

// sentence says in words what is wrong; what has no words of ours keeps the validator's.
func sentence(request *openapi3filter.RequestError, e *openapi3.SchemaError) string {
	if e == nil {
		if request != nil && request.Parameter != nil {
			return "The parameter “" + request.Parameter.Name + "” is wrong."
		}
		return "This isn't what belongs here."
	}
	last := ""
	if path := pathOf(e); len(path) > 0 {
		last = path[len(path)-1]
	}
	switch e.SchemaField {
	case "required":
		return "This is missing."
	case "properties", "additionalProperties":
		return "There is no field “" + last + "”."
	case "type":
		return "This has the wrong type; " + strings.Join(e.Schema.Type.Slice(), " or ") + " belongs here."
	case "enum":
		return "This isn't one of the possible values."
	case "maxLength":
		return "This is too long."
	case "minLength":
		return "This is too short."
	case "minimum", "maximum":
		return "This number is out of bounds."
	case "maxItems":
		return "These are too many."
	case "minProperties":
		return "There is nothing to change."
	case "format", "pattern":
		return "This doesn't have the right form."
	}
	return e.Reason
}
