package contract

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// validationProblem converts the errors of the validator to one problem: 400 for parameters, 422
// with pointers for a body. more are errors of the body that the validator does not detect.
func validationProblem(err error, more []problem.Field) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge
	}
	var body problem.Fields
	var query []problem.Field
	reported := map[string]bool{}
	visitErrors(err, func(request *openapi3filter.RequestError, schema *openapi3.SchemaError) {
		detail := errorText(request, schema)
		switch {
		case request != nil && request.Parameter != nil:
			code := "type" // of a value that can't be decoded
			if schema != nil {
				code = schema.SchemaField
			} else if errors.Is(request.Err, openapi3filter.ErrInvalidRequired) {
				code, detail = "required", "The parameter “"+request.Parameter.Name+"” is required."
			}
			query = append(query, problem.Field{Pointer: request.Parameter.Name, Code: code, Detail: detail})
		case schema != nil:
			pointer := jsonPointer(bodyPath(schema))
			reported[pointer] = true
			body.Add(pointer, schema.SchemaField, "%s", detail)
		default:
			body.Add("", "", "%s", detail)
		}
	})
	if len(query) > 0 {
		return ParameterProblem(query)
	}
	for _, field := range more {
		if !reported[field.Pointer] {
			body.Add(field.Pointer, field.Code, "%s", field.Detail)
		}
	}
	return body.Err()
}

// nonIntegers returns an error for each number in value that must be an integer by the schema and
// cannot be decoded into an int64, such as 5.0, 1e2 or 1e30. JSON Schema accepts these numbers.
func nonIntegers(schema *openapi3.SchemaRef, value any) (invalid []problem.Field) {
	var visit func(schema *openapi3.SchemaRef, value any, path []string)
	visit = func(schema *openapi3.SchemaRef, value any, path []string) {
		if schema == nil { // an unknown field has none
			return
		}
		for _, alternative := range schema.Value.OneOf {
			visit(alternative, value, path)
		}
		switch value := value.(type) {
		case json.Number:
			if _, err := strconv.ParseInt(value.String(), 10, 64); err != nil &&
				schema.Value.Type.Includes(openapi3.TypeInteger) {
				invalid = append(invalid,
					problem.Field{Pointer: jsonPointer(path), Code: "type",
						Detail: "Use a whole number without a decimal point or an exponent."})
			}
		case []any:
			for i, item := range value {
				visit(schema.Value.Items, item, append(path, strconv.Itoa(i)))
			}
		case map[string]any:
			for name, member := range value {
				visit(schema.Value.Properties[name], member, append(path, name))
			}
		}
	}
	visit(schema, value, nil)
	return invalid
}

// visitErrors calls visit for the innermost errors of the validator, each with the part of the
// request that it concerns.
func visitErrors(err error, visit func(*openapi3filter.RequestError, *openapi3.SchemaError)) {
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
	if err != nil {
		descend(err, nil)
	}
}

// withoutNull removes the errors of alternatives that only accept null.
func withoutNull(alternatives openapi3.MultiError) openapi3.MultiError {
	return slices.DeleteFunc(slices.Clone(alternatives), func(err error) bool {
		e, ok := err.(*openapi3.SchemaError)
		return ok && e.Schema.Type.Is(openapi3.TypeNull)
	})
}

// unknownField matches the validator's text about an unknown field, the only place that contains
// the field's name.
var unknownField = regexp.MustCompile(`^property "(.*)" is unsupported$`)

// bodyPath returns the path of an error in the body.
func bodyPath(e *openapi3.SchemaError) []string {
	path := e.JSONPointer()
	if name := unknownField.FindStringSubmatch(e.Reason); name != nil && (len(path) == 0 || path[len(path)-1] != name[1]) {
		path = append(path, name[1])
	}
	return path
}

// jsonPointer returns the JSON pointer of a path (RFC 6901).
func jsonPointer(path []string) string {
	var pointer strings.Builder
	for _, part := range path {
		pointer.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return pointer.String()
}

// errorText returns the text for an error. It never contains the validator's text, which names
// internal terms.
func errorText(request *openapi3filter.RequestError, e *openapi3.SchemaError) string {
	// subject returns the subject of the sentence. It names a parameter, because the sentence is also
	// the detail of the problem.
	subject := func(noun string) string { return strings.TrimSpace("This " + noun) }
	if request != nil && request.Parameter != nil {
		name := request.Parameter.Name
		subject = func(string) string { return "The parameter “" + name + "”" }
		if e == nil {
			return subject("") + parameterText(request.Parameter.Schema)
		}
	}
	if e == nil {
		return "This value is invalid."
	}
	last := ""
	if path := bodyPath(e); len(path) > 0 {
		last = path[len(path)-1]
	}
	switch e.SchemaField {
	case "required":
		return "This field is required."
	case "properties", "additionalProperties":
		return "There is no field named “" + last + "”."
	case "type":
		if text := formatText(e.Schema); text != "" {
			return subject("") + text
		}
		return subject("") + " has the wrong type. Use " + typeText(e.Schema) + "."
	case "enum":
		return subject("") + " isn't one of the allowed values" + enumText(e.Schema)
	case "maxLength":
		return subject("text") + " is too long. Use at most " + formatCharacters(*e.Schema.MaxLength) + "."
	case "minLength":
		return subject("text") + " is too short. Use at least " + formatCharacters(e.Schema.MinLength) + "."
	case "minimum", "maximum":
		return subject("number") + " must be " + rangeText(e.Schema) + "."
	case "minItems":
		return subject("list") + " has too few values. Send at least " + strconv.FormatUint(e.Schema.MinItems, 10) + "."
	case "maxItems":
		return subject("list") + " has too many values. Send at most " + strconv.FormatUint(*e.Schema.MaxItems, 10) + "."
	case "uniqueItems":
		return subject("list") + " has duplicate values. Send each value once."
	case "minProperties":
		return "This has too few fields. Send at least " + strconv.FormatUint(e.Schema.MinProps, 10) + "."
	case "maxProperties":
		return "This has too many fields. Send at most " + strconv.FormatUint(*e.Schema.MaxProps, 10) + "."
	case "nullable":
		return "This must not be null."
	case "format":
		if text := formatText(e.Schema); text != "" {
			return subject("") + text
		}
		return subject("") + " doesn't have the required format."
	case "pattern":
		return subject("") + " doesn't have the required format."
	}
	return subject("value") + " is invalid."
}

// formatTexts are the messages about values without the required format, without their subjects.
var formatTexts = map[string]string{
	"uuid":      " must be a UUID, such as 01890a5d-ac96-774b-bcce-b302099a8057.",
	"date":      " must be a date, such as 2026-11-23.",
	"date-time": " must be a date and time with a time zone, such as 2026-11-23T08:00:00Z.",
	"byte":      " must be encoded in Base64, without a prefix such as data:image/png;base64.",
	"int64":     " must be a whole number of at most 64 bits.",
}

// formatText returns the message about a value that does not have the format of the schema, without
// its subject, or "" if there is none.
func formatText(schema *openapi3.Schema) string { return formatTexts[schema.Format] }

// typeNames are the names of JSON types in sentences.
var typeNames = map[string]string{
	openapi3.TypeString: "a string", openapi3.TypeInteger: "a whole number", openapi3.TypeNumber: "a number",
	openapi3.TypeBoolean: "true or false",
	openapi3.TypeArray:   "an array", openapi3.TypeObject: "an object", openapi3.TypeNull: "null",
}

// typeText returns the types of a schema, such as "a string or null".
func typeText(schema *openapi3.Schema) string {
	var names []string
	for _, name := range schema.Type.Slice() {
		names = append(names, typeNames[name])
	}
	if len(names) == 0 {
		return "another value"
	}
	return orList(names)
}

// enumText returns the end of the message about a value that is not allowed: the allowed values.
func enumText(schema *openapi3.Schema) string {
	var values []string
	for _, value := range schema.Enum {
		if text, ok := value.(string); ok && text != "" {
			values = append(values, text)
		}
	}
	if len(values) == 0 {
		return "."
	}
	return ". Use " + orList(values) + "."
}

// orList returns "a, b or c".
func orList(values []string) string {
	last := len(values) - 1
	if last == 0 {
		return values[0]
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// rangeText returns the range of a number, such as "between 1 and 500".
func rangeText(schema *openapi3.Schema) string {
	format := func(limit *float64) string { return strconv.FormatFloat(*limit, 'f', -1, 64) }
	switch {
	case schema.Min != nil && schema.Max != nil:
		return "between " + format(schema.Min) + " and " + format(schema.Max)
	case schema.Min != nil:
		return "at least " + format(schema.Min)
	}
	return "at most " + format(schema.Max)
}

// parameterText returns the end of the sentence about a parameter whose value can't be decoded.
func parameterText(schema *openapi3.SchemaRef) string {
	switch {
	case schema == nil || schema.Value == nil || !schema.Value.Type.Is(openapi3.TypeInteger):
		return " has an invalid value."
	case schema.Value.Min == nil && schema.Value.Max == nil:
		return " must be an integer."
	}
	return " must be an integer " + rangeText(schema.Value) + "."
}

func formatCharacters(n uint64) string {
	if n == 1 {
		return "1 character"
	}
	return strconv.FormatUint(n, 10) + " characters"
}
