-- The functions. Two functions of one name with different arguments are in one file.
SELECT 'functions/' || p.proname || '.sql', pg_get_functiondef(p.oid) || ';'
FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace
	AND p.prokind = 'f'
	AND NOT EXISTS (
		SELECT
		FROM pg_depend d
		WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
	)
ORDER BY p.proname, pg_get_function_identity_arguments(p.oid)
