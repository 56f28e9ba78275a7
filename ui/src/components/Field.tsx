import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'

interface Labelled {
  readonly label: string
  readonly hint?: string
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, Labelled {
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled text input. */
export function TextField({ label, hint, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} className={className}>
      <input {...rest} id={id} className={styles.input} />
    </Field>
  )
}

/** For the name of a published object. */
export const ObjectNameField = (props: TextFieldProps) => (
  <TextField {...props} required pattern="[\w.\-]+" title="Letters, digits, dots, dashes and underscores" />
)

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labelled {
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A labelled multi-line text input. */
export function TextAreaField({ label, hint, className, ...rest }: TextAreaFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} className={className}>
      <textarea {...rest} id={id} className={styles.input} />
    </Field>
  )
}

interface FieldProps {
  /** Id of the control inside. */
  readonly id: string
  readonly label: string
  readonly hint: string | undefined
  readonly className: string | undefined
  readonly children: ReactNode
}

/** The label and the hint of a control. */
export function Field({ id, label, hint, className, children }: FieldProps) {
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && <span className={styles.hint}>{hint}</span>}
    </div>
  )
}

/** A text input with an accessible name and no visible label. */
export function TextInput({ label, className, ...rest }: Omit<TextFieldProps, 'hint'>) {
  return <input {...rest} aria-label={label} className={classes(styles.input, className)} />
}

interface SelectProps<Value extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A select with an accessible name and no visible label. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <select
      {...rest}
      aria-label={label}
      className={classes(styles.select, className)}
      value={value}
      onChange={(event) => {
        const chosen = options[event.currentTarget.selectedIndex]
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A labelled select. */
export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const id = useId()
  return (
    <Field id={id} label={props.label} hint={undefined} className={undefined}>
      <Select {...props} id={id} />
    </Field>
  )
}

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: string
  /** If false, the label is only the accessible name. */
  readonly withLabel?: boolean
}

export function Checkbox({ label, withLabel = false, ...rest }: CheckboxProps) {
  const box = (
    <input {...rest} type="checkbox" aria-label={withLabel ? undefined : label} className={styles.checkbox} />
  )
  if (!withLabel) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside.
    <label className={styles.check}>
      {box}
      {label}
    </label>
  )
}

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Called for Enter on the chosen option, instead of choosing it again. */
  readonly onSubmit?: () => void
}

/** A choice between a few options. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, onSubmit } = props
  const submitOnEnter = (event: KeyboardEvent, option: Value) => {
    if (!onSubmit || event.key !== 'Enter' || option !== value) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <fieldset className={styles.group} style={{ border: 0, margin: 0 }} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => submitOnEnter(event, option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
